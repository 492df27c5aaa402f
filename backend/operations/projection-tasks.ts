import type pg from 'pg'
import type { FoundRow } from '#backend/domain/operation/operation.contract.ts'
import type { EventStore } from '#backend/eventstore/log/event-store.ts'
import { compareWithLog } from '#backend/eventstore/projections/compare-with-log.ts'
import type { RebuildPhase } from '#backend/eventstore/projections/generation-builder.ts'
import type { Projection } from '#backend/eventstore/projections/projection.ts'
import { type RebuildResult, rebuild } from '#backend/eventstore/projections/rebuild.ts'
import { projections } from '#backend/readmodels/projections.ts'
import { maskedDifference } from './row-difference.ts'
import type { WorkEnding } from './work.ts'
import type { Follow } from './work-run.ts'

const mostShown = 20

type Parts = { pool: pg.Pool; store: EventStore }

const phases: Record<RebuildPhase, string> = {
  replay: 'relee el registro',
  indexes: 'hace los índices',
  check: 'comprueba las filas',
  'cut-over': 'cambia lo que se muestra',
}

export function projectionNamed(name: string): Projection {
  const found = projections.find((projection) => projection.name === name)
  if (!found) throw new Error(`no projection is called ${name}`)
  return found
}

export async function* differencesOf({ pool, store }: Parts, projection: Projection, { at, signal }: Follow) {
  const differences = compareWithLog(pool, store, projection, (done, total) => {
    signal.throwIfAborted()
    at(done, total, 'compara')
  })
  for await (const difference of differences) {
    signal.throwIfAborted()
    yield difference
  }
}

export async function dryRun(parts: Parts, name: string, follow: Follow): Promise<WorkEnding> {
  const projection = projectionNamed(name)
  const found: FoundRow[] = []
  let total = 0
  for await (const difference of differencesOf(parts, projection, follow)) {
    if (++total <= mostShown) found.push(maskedDifference(projection, difference))
  }
  if (total === 0) return { outcome: 'done', detail: 'Nada saldría distinto.', result: { checks: [], found, total } }
  const detail = total === 1 ? 'Una fila saldría distinta.' : `${total} filas saldrían distintas.`
  return { outcome: 'differs', detail, result: { checks: [], found, total } }
}

type RebuildParts = Parts & { hold: boolean; projection: Projection }

export async function rebuildFollowed(parts: RebuildParts, { at, signal }: Follow): Promise<RebuildResult> {
  const goal = await parts.store.head()
  at(0, goal, phases.replay)
  let reached = 0
  return rebuild({
    ...parts,
    signal,
    progress(phase, done, total) {
      if (phase === 'replay') reached = done
      at(
        phase === 'replay' ? done : Math.max(reached, goal),
        Math.max(phase === 'replay' ? total : reached, goal),
        phases[phase],
      )
    },
  })
}

export async function rebuildRows(parts: Parts & { hold: boolean }, name: string, follow: Follow): Promise<WorkEnding> {
  const { rows, parked, resumedAt } = await rebuildFollowed({ ...parts, projection: projectionNamed(name) }, follow)
  const said = [
    `${rows === 1 ? 'Una fila' : `${rows} filas`}${parts.hold ? ', listas y sin mostrar' : ', en uso'}`,
    ...(resumedAt > 0 ? [`retomada en la posición ${resumedAt}`] : []),
    ...(parked > 0 ? [`${parked} ${parked === 1 ? 'sigue apartada' : 'siguen apartadas'}`] : []),
  ]
  return { outcome: 'done', detail: `${said.join('; ')}.` }
}
