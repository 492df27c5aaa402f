import { randomUUID } from 'node:crypto'
import { recordOperation } from '#backend/commands/changes.ts'
import { type LostJob, listFailedJobs } from '#backend/jobs/failed-jobs.ts'
import { decideJob, OperationRefused } from '#backend/operations/short-acts.ts'
import { asOperator, defineCommand, type OpsContext, OpsFailure, WrongUse } from '#backend/ops/cli/command.ts'

export const jobsCommand = defineCommand({
  name: 'jobs',
  summary:
    'Lista los trabajos fallidos, que ya no se intentan (list), les da otra ronda de intentos (retry) o los descarta (drop), lo que queda en el registro.',
  access: ({ operands: [action] }) => (action === 'list' ? 'looks' : 'changes'),
  operands: ['list|retry|drop', '[ID]'],
  options: { reason: ['TEXTO', 'por qué no se hace (solo con drop, obligatorio)'] },
  run(context, { operands: [action = '', id], options: { reason } }) {
    if (reason !== undefined && action !== 'drop') throw new WrongUse('--reason solo vale con drop.')
    if (action === 'list') return list(context)
    if (action === 'retry') return decide(context, 'retry-job', id, null)
    if (action !== 'drop') throw new WrongUse(`jobs no sabe ${action}: es list, retry o drop.`)
    if (!reason?.trim()) throw new WrongUse('drop necesita --reason con el motivo, que queda en el registro.')
    return decide(context, 'drop-job', id, reason.trim())
  },
})

const listed = 1000

async function list({ ownerPool, tell }: OpsContext): Promise<boolean> {
  const jobs = await listFailedJobs(ownerPool, listed)
  if (jobs.length === 0) return tell(jobs, 'No hay trabajos fallidos.')
  const lines = jobs.map(
    ({ id, name, attempts, error, failedAt }) =>
      `${id} ${name}: ${attempts} intentos, el último ${failedAt}: «${error ?? 'sin detalle'}»`,
  )
  tell(jobs, ...lines, `Trabajos fallidos: ${jobs.length}.`)
  return false
}

/** Records request and outcome as events, as the panel does. */
async function decide(
  { core: { store }, ownerPool, tell }: OpsContext,
  act: 'retry-job' | 'drop-job',
  id: string | undefined,
  reason: string | null,
): Promise<boolean> {
  const job = await failedJob(ownerPool, id)
  const [context, operationId] = [asOperator(), randomUUID()]
  const asked = { act, target: job.name, key: job.id, position: null, reason }
  await recordOperation(store, context, { type: 'RequestOperation', operationId, ...asked })
  const { outcome, detail } = await decideJob(ownerPool, act, job.name, job.id).catch((error: unknown) => {
    if (error instanceof OperationRefused) return { outcome: 'failed', detail: error.message } as const
    throw error
  })
  await recordOperation(store, context, { type: 'EndOperation', operationId, outcome, detail })
  if (outcome === 'failed') throw new OpsFailure(detail)
  return tell({ ...job, act }, `${job.name} ${job.id}: ${detail}`)
}

async function failedJob(pool: OpsContext['ownerPool'], id: string | undefined): Promise<LostJob> {
  if (id === undefined) throw new WrongUse('Falta el ID, como lo muestra jobs list.')
  const found = (await listFailedJobs(pool, listed)).find((job) => job.id === id)
  if (!found) throw new OpsFailure(`${id} no está entre los trabajos fallidos.`)
  return found
}
