// Finds the projection that an operator names.
import type { Projection } from '#backend/eventstore/projections/projection.ts'
import { projections } from '#backend/readmodels/projections.ts'
import { WrongUse } from './command.ts'

/** Throws WrongUse with the valid names for an unknown one. */
export function chosenProjection(name: string | undefined): Projection {
  const found = projections.find((projection) => projection.name === name)
  if (!found) throw new WrongUse(`No hay una proyección ${name || 'sin nombre'}. Las que hay: ${projectionNames()}.`)
  return found
}

export function chosenProjections(name: string | undefined): readonly Projection[] {
  if (name === 'all') return projections
  if (!projections.some((projection) => projection.name === name))
    throw new WrongUse(`No hay una proyección ${name || 'sin nombre'}. Las que hay: ${projectionNames()}, o all.`)
  return [chosenProjection(name)]
}

function projectionNames(): string {
  return projections.map((projection) => projection.name).join(', ')
}
