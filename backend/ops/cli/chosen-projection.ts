// Finds the projection that an operator names.
import type { Projection } from '#backend/eventstore/projections/projection.ts'
import { projections } from '#backend/readmodels/projections.ts'
import { WrongUse } from './command.ts'

/** Throws WrongUse with the valid names for an unknown one; `others` are valid too. */
export function chosenProjection(name: string | undefined, ...others: string[]): Projection {
  const found = projections.find((projection) => projection.name === name)
  if (found) return found
  const names = [projections.map((projection) => projection.name).join(', '), ...others].join(', o ')
  throw new WrongUse(`No hay una proyección ${name || 'sin nombre'}. Las que hay: ${names}.`)
}

export function chosenProjections(name: string | undefined): readonly Projection[] {
  return name === 'all' ? projections : [chosenProjection(name, 'all')]
}
