import { expect, test } from 'vitest'
import { addressOf, isShown, viewOf } from './kept-view.ts'

const address = { tab: 'productos', q: 'placa', state: 'soldOut', sort: '-price', page: 3, id: 7 }

test('a view keeps which rows there are and their order, and neither the page nor what is opened', () => {
  expect(viewOf(address, 'Agotados')).toEqual({
    name: 'Agotados',
    tab: 'productos',
    q: 'placa',
    state: 'soldOut',
    sort: '-price',
  })
  expect(viewOf({ tab: 'auditoria', kind: 'ban', from: '2026-11-01', of: 'user-7' }, 'Mes')).toEqual({
    name: 'Mes',
    tab: 'auditoria',
    kind: 'ban',
    from: '2026-11-01',
  })
  for (const tab of ['inicio', 'operaciones', undefined]) expect(viewOf(tab ? { tab } : {})).toBeNull()
})

test('it leads to the same rows, and is known by them on whatever page', () => {
  const view = viewOf(address, 'Agotados') ?? expect.fail()
  expect(addressOf(view)).toEqual({ tab: 'productos', q: 'placa', state: 'soldOut', sort: '-price' })
  expect(isShown(view, address)).toBe(true)
  expect(isShown(view, { ...address, sort: 'price' })).toBe(false)
  expect(isShown(view, { tab: 'ordenes', q: 'placa', state: 'soldOut', sort: '-price' })).toBe(false)
})
