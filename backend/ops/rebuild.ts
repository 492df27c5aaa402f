// ops rebuild NAME|all: makes a projection anew from the whole log while the shop serves.
import { rebuild } from '#backend/eventstore/rebuild.ts'
import { projections } from '#backend/readmodels/projections.ts'
import { defineCommand, WrongUse } from './ops-command.ts'

export const rebuildCommand = defineCommand({
  name: 'rebuild',
  summary: 'Hace una proyección (o all, todas) de nuevo desde el registro, con la tienda en marcha.',
  operands: ['NOMBRE'],
  options: {},
  async run({ core, ownerPool, print, emit, progress, signal }, { operands: [name] }) {
    const chosen = name === 'all' ? projections : projections.filter((projection) => projection.name === name)
    if (chosen.length === 0) {
      const known = projections.map((projection) => projection.name).join(', ')
      throw new WrongUse(`No hay una proyección ${name}. Las que hay: ${known}, o all.`)
    }
    const rebuilt: { name: string; rows: number; ms: number }[] = []
    for (const projection of chosen) {
      const started = performance.now()
      const bar = progress(projection.name, await core.store.head())
      const { rows } = await rebuild({
        pool: ownerPool,
        store: core.store,
        projection,
        signal,
        progress: (phase, done) => phase === 'replay' && bar.at(done),
      })
      bar.end()
      const ms = Math.round(performance.now() - started)
      rebuilt.push({ name: projection.name, rows, ms })
      print(`${projection.name}: ${rows} filas en ${ms} ms`)
    }
    emit(rebuilt)
    return 0
  },
})
