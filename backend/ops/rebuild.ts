// ops rebuild NAME|all: makes a projection anew from the whole log while the shop serves.
import { rebuild } from '#backend/eventstore/replay.ts'
import { projections } from '#backend/readmodels/projections.ts'
import type { OpsCommand } from './ops-command.ts'

export const rebuildCommand: OpsCommand = {
  usage: 'rebuild NOMBRE|all',
  async run({ core, ownerPool, print }, [name]) {
    const chosen = name === 'all' ? projections : projections.filter((projection) => projection.name === name)
    if (chosen.length === 0) {
      print(
        `No hay una proyección ${name ?? 'sin nombre'}. Las que hay: ${projections.map((known) => known.name).join(', ')}, o all.`,
      )
      return 2
    }
    for (const projection of chosen) {
      const started = performance.now()
      const rows = await rebuild(ownerPool, core.store, projection, progressBar(projection.name))
      print(`${projection.name}: ${rows} filas en ${Math.round(performance.now() - started)} ms`)
    }
    return 0
  },
}

/** A line that is drawn over, on a terminal only. */
function progressBar(name: string): (done: number, total: number) => void {
  return (done, total) => {
    if (!process.stderr.isTTY) return
    const share = total === 0 ? 1 : done / total
    const bar = '#'.repeat(Math.round(share * 30)).padEnd(30, '.')
    process.stderr.write(`\r${name} [${bar}] ${Math.round(share * 100)} %${share >= 1 ? '\n' : ''}`)
  }
}
