// What each job of this shop does, with the mail server and the storage of files that it was configured with.
import { join } from 'node:path'
import { runBatch } from '#backend/batches/run-batch.ts'
import { removeAvatar } from '#backend/commands/account/avatar.ts'
import { forgetPerson } from '#backend/commands/account/erase-person.ts'
import type { PurchaseServices } from '#backend/commands/purchase-services.ts'
import type { Config } from '#backend/config/config.ts'
import { type FileStorage, openFileStorage } from '#backend/gateways/file-storage/file-storage.ts'
import { smtpMailer } from '#backend/gateways/mailer/mailer.ts'
import { jobHandlers } from '#backend/jobs/handlers.ts'
import type { JobHandlers } from '#backend/jobs/queue.ts'
import { openDatabase } from '#backend/readmodels/database.ts'
import { logError } from '#backend/telemetry/log.ts'
import type { Core } from './shop.ts'
import { batchPartsOf } from './shop-batches.ts'

type Given = { config: Config; smtpUrl: string; operate: (workId: string) => Promise<void>; signal: AbortSignal }

export function jobsOf(
  core: Core,
  services: PurchaseServices,
  { config, smtpUrl, operate, signal }: Given,
): JobHandlers {
  const files = filesOf(config)
  const forget = async (userId: number) => {
    await forgetPerson({ ...core, pool: core.pools.jobs }, userId)
    await removeAvatar(files, userId)
  }
  const { store, accounts, passwordResets } = core
  const { publicUrl, supportEmail, mailFrom: from } = config
  return jobHandlers({
    services,
    store,
    accounts,
    forget,
    operate,
    runBatch: (id) => runBatch(batchPartsOf(core, config), id, signal),
    db: openDatabase(core.pools.jobs),
    issueReset: (userId, request) => passwordResets.issue(userId, request),
    mailer: smtpMailer({ smtpUrl, from }),
    sender: { publicUrl, supportEmail },
    report: (error) => logError('job', error),
  })
}

/** Where people's files are kept. */
export function filesOf({ bucket, secrets, dataDir }: Config): FileStorage {
  const folder = join(dataDir, 'files')
  if (!bucket || !secrets.bucket) return openFileStorage({ folder })
  return openFileStorage({ bucket: { endpoint: bucket.endpoint, bucket: bucket.name, ...secrets.bucket }, folder })
}
