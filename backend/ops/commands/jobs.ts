// ops jobs list|retry|drop: handles failed jobs.
import { randomUUID } from 'node:crypto'
import { recordOperation } from '#backend/commands/tasks.ts'
import { type LostJob, listFailedJobs } from '#backend/jobs/failed-jobs.ts'
import { decideJob } from '#backend/operations/decide-job.ts'
import {
  defineCommand,
  exitCodes,
  type OpsContext,
  OpsFailure,
  type Parsed,
  WrongUse,
} from '#backend/ops/cli/command.ts'

const options = {
  reason: { type: 'string', value: 'TEXTO', help: 'por qué no se hace (solo con drop, obligatorio)' },
} as const

export const jobsCommand = defineCommand({
  name: 'jobs',
  summary:
    'Lista los trabajos fallidos, que ya no se intentan (list), les da otra ronda de intentos (retry) o los descarta (drop), lo que queda en el registro.',
  access: ({ operands: [action] }) => (action === 'list' ? 'looks' : 'changes'),
  operands: ['list|retry|drop', '[ID]'],
  options,
  run(context, given) {
    const [action = '', id] = given.operands
    if (given.options.reason !== undefined && action !== 'drop') throw new WrongUse('--reason solo vale con drop.')
    if (action === 'list') return list(context)
    if (action === 'retry') return decide(context, 'retry-job', id, null)
    if (action === 'drop') return decide(context, 'drop-job', id, reasonOf(given))
    throw new WrongUse(`jobs no sabe ${action}: es list, retry o drop.`)
  },
})

const listed = 1000

async function list({ ownerPool, print, emit }: OpsContext): Promise<number> {
  const jobs = await listFailedJobs(ownerPool, listed)
  for (const { id, name, attempts, error, failedAt } of jobs)
    print(`${id} ${name}: ${attempts} intentos, el último ${failedAt}: «${error ?? 'sin detalle'}»`)
  print(jobs.length === 0 ? 'No hay trabajos fallidos.' : `Trabajos fallidos: ${jobs.length}.`)
  emit(jobs)
  return jobs.length === 0 ? exitCodes.ok : exitCodes.differs
}

function reasonOf({ options: { reason } }: Parsed<typeof options>): string {
  const text = reason?.trim()
  if (!text) throw new WrongUse('drop necesita --reason con el motivo, que queda en el registro.')
  return text
}

/** Records request and outcome as events, as the panel does. */
async function decide(
  { core: { store }, ownerPool, print, emit }: OpsContext,
  act: 'retry-job' | 'drop-job',
  id: string | undefined,
  reason: string | null,
): Promise<number> {
  const job = await failedJob(ownerPool, id)
  const context = { actor: 'operator', correlation: randomUUID() } as const
  const operationId = randomUUID()
  const asked = { act, target: job.name, key: job.id, position: null, reason }
  await recordOperation(store, context, { type: 'RequestOperation', operationId, ...asked })
  const { outcome, detail } = await decideJob(ownerPool, act, job.name, job.id)
  await recordOperation(store, context, { type: 'EndOperation', operationId, outcome, detail })
  if (outcome === 'failed') throw new OpsFailure(detail)
  print(`${job.name} ${job.id}: ${detail}`)
  emit({ ...job, act })
  return exitCodes.ok
}

async function failedJob(pool: OpsContext['ownerPool'], id: string | undefined): Promise<LostJob> {
  if (id === undefined) throw new WrongUse('Falta el ID, como lo muestra jobs list.')
  const found = (await listFailedJobs(pool, listed)).find((job) => job.id === id)
  if (!found) throw new OpsFailure(`${id} no está entre los trabajos fallidos.`)
  return found
}
