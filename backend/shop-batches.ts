import type { Batches } from '#backend/batches/batches.ts'
import type { BatchParts } from '#backend/batches/run-batch.ts'
import type { Config } from '#backend/config/config.ts'
import { userIdOf } from '#backend/domain/shop-log.ts'
import { may } from '#backend/domain/user/roles.limits.ts'
import type { JobQueue } from '#backend/jobs/queue.ts'
import { findUser } from '#backend/readmodels/users/users.queries.ts'
import type { Core } from './shop.ts'

export function batchesOf(core: Core, { currency }: Pick<Config, 'currency'>, queue: JobQueue): Batches {
  return {
    ...batchPartsOf(core, { currency }),
    db: core.db,
    enqueue: (client, { jobId: id, batchId, causation, startAfter }) => {
      const origin = { correlation: batchId, causation }
      return queue.insert(client, [
        { name: 'run-batch', id, data: { batchId }, origin, ...(startAfter !== null && { startAfter }) },
      ])
    },
  }
}

export function batchPartsOf({ pool, store, db }: Core, { currency }: Pick<Config, 'currency'>): BatchParts {
  return {
    pool,
    store,
    currency,
    async mayChange(actor) {
      const userId = userIdOf(actor)
      if (userId === null) return true
      const user = await findUser(db, userId)
      return user?.isActive === true && may(user, 'catalogue:change')
    },
  }
}
