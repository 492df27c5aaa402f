import type pg from 'pg'
import type { Keyring } from '#backend/eventstore/log/keyring.ts'
import type { ShopStore } from '#backend/shop-store.ts'
import { Accounts } from './accounts.ts'
import { knownDevicesOf } from './devices.ts'
import { googleSignInsOf } from './google-sign-ins.ts'
import { IdempotencyRecords } from './idempotency-records.ts'
import { loginLimitsOn } from './login-limits.ts'
import { NewcomerHolds } from './newcomer-holds.ts'
import { panelViewsIn } from './panel-views.ts'
import { PasswordResets } from './password-resets.ts'
import { RateLimits } from './rate-limits.ts'
import { roleKeyOf } from './role-key.ts'
import { Sessions } from './sessions.ts'

type Opened = { pool: pg.Pool; store: ShopStore; keyring: Keyring }
type Secrets = { sessionSecret: string; superAdminKey?: string | undefined }
export type Identity = ReturnType<typeof openIdentity>

export function openIdentity(opened: Opened, { sessionSecret: secret, superAdminKey }: Secrets, now: () => Date) {
  const rateLimits = new RateLimits(opened.pool, opened.keyring)
  return {
    accounts: new Accounts(opened),
    idempotencyRecords: new IdempotencyRecords({ ...opened, secret, now }),
    sessions: new Sessions({ ...opened, secret, now }),
    passwordResets: new PasswordResets({ ...opened, now }),
    googleSignIns: googleSignInsOf({ limits: rateLimits, secret, now }),
    rateLimits,
    loginLimits: loginLimitsOn(rateLimits),
    roleKey: roleKeyOf(superAdminKey),
    newcomerHolds: new NewcomerHolds({ ...opened, now }),
    knownDevices: knownDevicesOf(secret),
    panelViews: panelViewsIn(opened),
  }
}
