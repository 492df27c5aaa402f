import { expect, test } from 'vitest'
import { csvOf } from './csv.ts'

test('what a spreadsheet would run is text, and quotes, semicolons and lines stay in their cell', () => {
  const row = {
    ...{
      position: 7,
      at: '2026-11-22T10:00:00.000Z',
      type: 'UserBanned',
      kind: 'ban' as const,
      covered: [],
      undo: null,
      cause: null,
      undoes: null,
      undoneBy: null,
    },
    ...{ sentence: '=1+1', actor: { text: '@SUM(A1)', userId: 1 }, command: '-x', entity: null },
    ...{ changes: [{ name: 'Activo', before: 'sí', after: null }], reason: 'dijo "no";\ny se fue' },
  }
  expect(csvOf([row]).split('\r\n')).toEqual([
    '\uFEFFPosición;Fecha;Hecho;Quién;Comando;Sobre;Cambios;Motivo',
    `7;2026-11-22T10:00:00.000Z;'=1+1;'@SUM(A1);'-x;;Activo: sí → —;"dijo ""no"";\ny se fue"`,
    '',
  ])
})
