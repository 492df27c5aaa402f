import type { JobData } from '#backend/jobs/queue.ts'
import type { Policy } from './policy.ts'

const mails = {
  UserRegistered: 'welcome',
  UserBanned: 'suspension',
  UserReinstated: 'reinstatement',
  AdminGranted: 'role-granted',
  StaffRoleGranted: 'role-granted',
  AdminRevoked: 'role-revoked',
  StaffRoleRevoked: 'role-revoked',
  PasswordResetRequested: 'password-reset',
  PasswordChanged: 'password-changed',
  GoogleLinked: 'google-linked',
} as const satisfies Record<string, JobData['send-account-mail']['mail']>

type Change = keyof typeof mails

export const whenAccountChangesTellThem = (Object.keys(mails) as Change[]).map(tell)

function tell(on: Change): Policy<Change> {
  return {
    on,
    jobs: ({ data: { userId }, meta, position }) => {
      // An account created by Google gets a welcome instead: its registration linked it.
      if (on === 'GoogleLinked' && meta.cause !== 'LinkGoogle') return []
      return [{ name: 'send-account-mail', data: { mail: mails[on], userId, position } }]
    },
  }
}
