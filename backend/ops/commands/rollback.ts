// ops rollback NAME: shows the rows from before the last rebuild at once.
import { rollback } from '#backend/eventstore/projections/rebuild.ts'
import { projectionFailure } from '#backend/operations/projection-failure.ts'
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
      const sentence = projectionFailure(error, projection.name)
      if (sentence !== undefined) throw new OpsFailure(sentence)
      throw error
    }
  },
})
