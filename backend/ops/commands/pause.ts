import { listGenerations } from '#backend/eventstore/projections/generation.ts'
import { setPaused } from '#backend/eventstore/projections/rebuild.ts'
import { defineCommand, WrongUse } from '#backend/ops/cli/command.ts'

export const pauseCommand = pausing(
  'pause',
  'Deja de alimentar una proyección o un reactor; sus filas quedan como están.',
  true,
)
export const resumeCommand = pausing('resume', 'Vuelve a alimentar lo que se pausó, desde donde quedó.', false)

function pausing(command: string, summary: string, isPaused: boolean) {
  return defineCommand({
    name: command,
    summary,
    access: 'changes',
    operands: ['NOMBRE'],
    async run({ ownerPool, tell }, { operands: [name = ''] }) {
      if (!(await setPaused(ownerPool, name, isPaused))) {
        const names = new Set((await listGenerations(ownerPool)).map((one) => one.name))
        throw new WrongUse(`No hay nada que se llame ${name}. Lo que hay: ${[...names].toSorted().join(', ')}.`)
      }
      const line = isPaused ? `${name}: en pausa. Se reanuda con: resume ${name}` : `${name}: en marcha.`
      return tell({ name, paused: isPaused }, line)
    },
  })
}
