import { join } from 'node:path'
import { runBatch } from '#backend/batches/run-batch.ts'
import { removeAvatar } from '#backend/commands/account/avatar.ts'
import { forgetPerson } from '#backend/commands/account/erase-person.ts'
import type { PurchaseServices } from '#backend/commands/purchase-services.ts'
import { sellerNow } from '#backend/commands/seller/change-seller.ts'
import { removeReceipts } from '#backend/commands/transfer/receipts.ts'
import type { Config } from '#backend/config/config.ts'
import { detailsOf } from '#backend/domain/seller/seller.limits.ts'
import { readChainHead } from '#backend/eventstore/log/chain/chain.ts'
import { type FileStorage, openFileStorage } from '#backend/gateways/file-storage/file-storage.ts'
import { type Mailer, smtpMailer } from '#backend/gateways/mailer/mailer.ts'
import { jobHandlers } from '#backend/jobs/handlers.ts'
import type { JobHandlers } from '#backend/jobs/queue.ts'
import type { Sender } from '#backend/mails/mail-frame.ts'
import { openDatabase } from '#backend/readmodels/database.ts'
import { listAdmins, listAuditors } from '#backend/readmodels/users/users.queries.ts'
import { logError } from '#backend/telemetry/log.ts'
import type { Core } from './shop.ts'
import { batchPartsOf } from './shop-batches.ts'

type Given = { config: Config; mailer: Mailer; operate: (workId: string) => Promise<void>; signal: AbortSignal }

/** Mail servers accept few connections per sender. */
const mailConnections = 4

export function jobsOf(
  core: Core,
  services: PurchaseServices,
  { config, mailer, operate, signal }: Given,
): JobHandlers {
  const files = filesOf(config, core)
  const pool = core.pools.jobs
  const db = openDatabase(pool)
  const forget = async (userId: number) => {
    await forgetPerson({ ...core, pool }, userId)
    await removeAvatar(files, userId)
    await removeReceipts(files, db, userId)
  }
  const { store, accounts, passwordResets } = core
  return jobHandlers({
    services,
    store,
    accounts,
    forget,
    operate,
    runBatch: (id) => runBatch(batchPartsOf(core, config), id, signal),
    db,
    mailer,
    sender: senderOf(core, config),
    listAdmins: () => listAdmins(db),
    listAuditors: () => listAuditors(db),
    readHead: () => readChainHead(pool),
    issueReset: (userId, request) => passwordResets.issue(userId, request),
    report: (error) => logError('job', error),
  })
}

export function senderOf({ store }: Pick<Core, 'store'>, { publicUrl, supportEmail }: Config) {
  return async (): Promise<Sender> => {
    const seller = detailsOf(await sellerNow(store))
    return { publicUrl, supportEmail: seller.email || supportEmail, seller }
  }
}

export function openJobMailer({ mailFrom: from }: Config, smtpUrl: string, started: AsyncDisposableStack): Mailer {
  return started.adopt(smtpMailer({ smtpUrl, from, connections: mailConnections }), (mailer) => mailer.close())
}

export function filesOf({ bucket, secrets, dataDir }: Config, { now }: Pick<Core, 'now'>): FileStorage {
  const folder = join(dataDir, 'files')
  if (!bucket || !secrets.bucket) return openFileStorage({ folder })
  const { endpoint, name } = bucket
  return openFileStorage({ bucket: { endpoint, bucket: name, ...secrets.bucket, now }, folder })
}
