// When an account's role changes, tell its person, who may not have asked for it.
import type { JobData } from '#backend/jobs/queue.ts'
import { isOfDemo, type Policy } from './policy.ts'

type Change = 'AdminGranted' | 'AdminRevoked' | 'StaffRoleGranted' | 'StaffRoleRevoked'

export const whenRoleChangesTellThem = [
  tell('AdminGranted', 'role-granted'),
  tell('StaffRoleGranted', 'role-granted'),
  tell('AdminRevoked', 'role-revoked'),
  tell('StaffRoleRevoked', 'role-revoked'),
]

function tell(on: Change, mail: JobData['send-account-mail']['mail']): Policy<Change> {
  return {
    on,
    jobs: ({ data: { userId }, meta, position }) =>
      isOfDemo(meta) ? [] : [{ name: 'send-account-mail', data: { mail, userId, position } }],
  }
}
