// ops rollback NAME: shows the rows from before the last rebuild again, at once.
import { NotFed } from '#backend/eventstore/projections/cut-over.ts'
import { NothingKept, RebuildBusy, rollback } from '#backend/eventstore/projections/rebuild.ts'
import { chosenProjection } from '#backend/ops/cli/chosen-projection.ts'
import { defineCommand, exitCodes, OpsFailure } from '#backend/ops/cli/command.ts'

export const rollbackCommand = defineCommand({
  name: 'rollback',
  summary: 'Vuelve a mostrar las filas de antes de la última reconstrucción; otra vez, las nuevas.',
  access: 'changes',
  operands: ['NOMBRE'],
  options: {},
  async run({ core, ownerPool, print, emit }, { operands: [name] }) {
    const projection = chosenProjection(name)
    try {
      const { generation, version } = await rollback({ pool: ownerPool, store: core.store, projection })
      print(`${projection.name}: se muestra la generación ${generation}, de la versión ${version}.`)
      emit({ name: projection.name, generation, version })
      return exitCodes.ok
    } catch (error) {
      if (error instanceof NothingKept)
        throw new OpsFailure(`De ${projection.name} no se guarda ninguna generación anterior.`)
      if (error instanceof RebuildBusy) throw new OpsFailure(`Otro proceso reconstruye ${projection.name}.`)
      if (error instanceof NotFed)
        throw new OpsFailure(
          `Las filas anteriores de ${projection.name} no están al día y son de otra versión: hay que llamar a rollback desde esa versión del programa.`,
        )
      throw error
    }
  },
})
