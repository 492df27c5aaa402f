// ops pause NAME, ops resume NAME: stops and resumes feeding a projection or reactor.
import { listGenerations } from '#backend/eventstore/projections/generation.ts'
import { setPaused } from '#backend/eventstore/projections/rebuild.ts'
import { defineCommand, exitCodes, type OpsContext, WrongUse } from '#backend/ops/cli/command.ts'

export const pauseCommand = defineCommand({
  name: 'pause',
  summary: 'Deja de alimentar una proyección o un reactor; sus filas quedan como están.',
  access: 'changes',
  operands: ['NOMBRE'],
  options: {},
  run: (context, { operands: [name = ''] }) => setAndTell(context, name, true),
})

export const resumeCommand = defineCommand({
  name: 'resume',
  summary: 'Vuelve a alimentar lo que se pausó, desde donde quedó.',
  access: 'changes',
  operands: ['NOMBRE'],
  options: {},
  run: (context, { operands: [name = ''] }) => setAndTell(context, name, false),
})

async function setAndTell({ ownerPool, print, emit }: OpsContext, name: string, isPaused: boolean): Promise<number> {
  if (!(await setPaused(ownerPool, name, isPaused))) {
    const names = new Set((await listGenerations(ownerPool)).map((one) => one.name))
    throw new WrongUse(`No hay nada que se llame ${name}. Lo que hay: ${[...names].toSorted().join(', ')}.`)
  }
  print(isPaused ? `${name}: en pausa. Se reanuda con: resume ${name}` : `${name}: en marcha.`)
  emit({ name, paused: isPaused })
  return exitCodes.ok
}
