import type pg from 'pg'
import type { Batches } from '#backend/batches/batches.ts'
import type { GoogleShop } from '#backend/commands/account/google-flow.ts'
import type { ResetRequest } from '#backend/commands/account/password-reset.ts'
import type { PurchaseServices } from '#backend/commands/purchase-services.ts'
import type { ContactMessage } from '#backend/domain/mail/contact.limits.ts'
import type { Keyring } from '#backend/eventstore/log/keyring.ts'
import type { Positions } from '#backend/eventstore/subscriptions/positions.ts'
import type { FileStorage } from '#backend/gateways/file-storage/file-storage.ts'
import type { Listeners } from '#backend/http/live/listeners.ts'
import type { RequestLimits } from '#backend/http/middleware/rate-limit.ts'
import type { ResponseCache } from '#backend/http/middleware/response-cache.ts'
import type { HealthShop } from '#backend/http/routes/health.routes.ts'
import type { InstalmentAnswers } from '#backend/http/routes/product/instalment-answers.ts'
import type { Identity } from '#backend/identity/identity.ts'
import type { Operations } from '#backend/operations/operations.ts'
import type { LiveCatalogue } from '#backend/readmodels/catalogue/in-memory/live-catalogue.ts'
import type { Database } from '#backend/readmodels/database.ts'
import type { ReadModelName } from '#backend/readmodels/projections.ts'

export type ApiShop = GoogleShop &
  HealthShop &
  Identity & {
    /** Pages read `db`, which may be a replica; decisions read `pool` and `decidingDb`, the primary. */
    pool: pg.Pool
    pools: { reads: pg.Pool }
    db: Database
    decidingDb: Database
    keyring: Pick<Keyring, 'find' | 'findOrCreate'>
    positions: Positions<ReadModelName>
    catalogue: LiveCatalogue
    cache: ResponseCache
    instalments: InstalmentAnswers
    live: Listeners
    now: () => Date
    currency: string
    supportEmail: string
    /** The shop's own origin, expected in unsafe requests. */
    publicUrl: string
    secureCookies: boolean
    services: PurchaseServices
    browser: { publicKey: string; scriptUrl: string }
    files: FileStorage
    rememberReset: (request: ResetRequest) => Promise<void>
    batches: Batches
    operations: Operations
    feedToken?: string | undefined
    sendWelcome: (userId: number) => Promise<void>
    /** Resolves once the mail server accepted the message; throws MailerError. Stores nothing. */
    sendContact: (message: ContactMessage) => Promise<void>
    requestLimits: RequestLimits
    report: (error: unknown, route: string) => void
  }

declare module 'hono' {
  interface ContextVariableMap {
    shop: ApiShop
  }
}
