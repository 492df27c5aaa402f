import { listDeadLetters } from '#backend/eventstore/projections/parked/dead-letters.ts'
import type { Projection } from '#backend/eventstore/projections/projection.ts'
import { cancelRebuild, rollback } from '#backend/eventstore/projections/rebuild.ts'
import { differencesOf, rebuildFollowed } from '#backend/operations/projection-tasks.ts'
import { differenceTexts } from '#backend/operations/row-difference.ts'
import type { Follow } from '#backend/operations/work-run.ts'
import { defineCommand, failureOf, type OpsContext, WrongUse } from '#backend/ops/cli/command.ts'
import { readProjection, readProjections } from '#backend/ops/cli/values.ts'

const shownDifferences = 20

export const rebuildCommand = defineCommand({
  name: 'rebuild',
  summary:
    'Hace una proyección (o all, todas) de nuevo desde el registro, con la tienda en marcha; las filas de antes se guardan 24 horas.',
  access: ({ options }) => (options['dry-run'] ? 'looks' : 'changes'),
  operands: ['NOMBRE|all'],
  options: {
    'dry-run': 'no cambia nada: muestra las filas que saldrían distintas (termina en 1 si hay)',
    hold: 'deja la generación nueva lista y alimentada, sin mostrarla todavía',
    cancel: 'deshace una reconstrucción empezada o guardada con --hold',
  },
  async run(context, { operands: [name], options }) {
    const chosen = readProjections(name)
    const { 'dry-run': dryRun, hold, cancel } = options
    if ([dryRun, hold, cancel].filter(Boolean).length > 1)
      throw new WrongUse('De --dry-run, --hold y --cancel solo se admite una a la vez.')
    if (dryRun) return showDifferences(context, chosen)
    if (cancel) return cancelAll(context, chosen)
    const rebuilt: unknown[] = []
    for (const projection of chosen) {
      const started = performance.now()
      const { generation, rows, resumedAt, parked } = await rebuildOne(context, projection, hold)
      const ms = Math.round(performance.now() - started)
      rebuilt.push({ name: projection.name, rows, ms, generation: generation.generation, resumedAt, parked })
      const wasReady = generation.state === 'ready'
      const resumed = resumedAt > 0 ? `, retomada en la posición ${resumedAt}` : ''
      const from = wasReady ? ', hechas ya' : resumed
      const shown = hold ? `, lista y sin mostrar: la muestra rebuild ${projection.name}` : ''
      const left = parked > 0 ? `, ${parked} ${parked === 1 ? 'sigue apartada' : 'siguen apartadas'}` : ''
      context.print(`${projection.name}: ${rows} filas en ${ms} ms${from}${left}${shown}`)
    }
    return context.tell(rebuilt)
  },
})

export const rollbackCommand = defineCommand({
  name: 'rollback',
  summary: 'Vuelve a mostrar las filas de antes de la última reconstrucción; otra vez, las nuevas.',
  access: 'changes',
  operands: ['NOMBRE'],
  async run({ core: { store }, ownerPool: pool, tell }, { operands: [given] }) {
    const projection = readProjection(given)
    const { name } = projection
    const shown = rollback({ pool, store, projection })
    const { generation, version } = await shown.catch((error: unknown) => {
      throw failureOf(error, name)
    })
    const line = `${name}: se muestra la generación ${generation}, de la versión ${version}.`
    return tell({ name, generation, version }, line)
  },
})

async function rebuildOne(context: OpsContext, projection: Projection, hold: boolean) {
  const { core, ownerPool: pool, signal, note } = context
  const { name } = projection
  try {
    return await rebuildFollowed({ pool, store: core.store, projection, hold }, followOf(context, name))
  } catch (error) {
    if (signal.aborted) note(`${name}: lo hecho queda; la sigue rebuild ${name}, la deshace con --cancel.`)
    throw failureOf(error, name)
  }
}

function followOf({ at, signal }: Follow, name: string): Follow {
  return { at: (done, total, phase) => at(done, total, `${name} ${phase}`), signal }
}

async function showDifferences(context: OpsContext, chosen: readonly Projection[]): Promise<boolean> {
  let found = 0
  for (const projection of chosen) found += await showDifferencesOf(context, projection)
  context.print(found === 0 ? 'Nada saldría distinto.' : `Filas que saldrían distintas: ${found}.`)
  return found === 0
}

/** Prints the first differences and emits each one, since all may exceed memory; returns their number. */
async function showDifferencesOf(context: OpsContext, projection: Projection): Promise<number> {
  const { core, ownerPool, print, emit } = context
  const { name } = projection
  const parts = { pool: ownerPool, store: core.store }
  let found = 0
  const shown: string[] = []
  for await (const { key, live, expected } of differencesOf(parts, projection, followOf(context, name))) {
    emit({ name, key, live, expected })
    if (++found > shownDifferences) continue
    const texts = differenceTexts(live, expected)
    shown.push(`  fila ${key}: hay ${texts.live}, saldría ${texts.expected}`)
  }
  print(`${name}: ${found} filas saldrían distintas`)
  const { length: parked } = await listDeadLetters(ownerPool, name)
  if (parked > 0)
    print(`  ${parked} filas apartadas no se comparan; la reconstrucción las intenta, y si no puede las deja apartadas`)
  print(...shown)
  if (found > shownDifferences) print(`  … y ${found - shownDifferences} más (--json las da todas)`)
  return found
}

async function cancelAll({ ownerPool, tell }: OpsContext, chosen: readonly Projection[]): Promise<boolean> {
  const cancelled: string[] = []
  for (const { name } of chosen) if (await cancelRebuild(ownerPool, name)) cancelled.push(name)
  if (cancelled.length > 0) return tell({ cancelled }, `Cancelada: ${cancelled.join(', ')}.`)
  tell({ cancelled }, 'No había nada que cancelar.')
  return false
}
