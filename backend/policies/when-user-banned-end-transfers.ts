// When an account is banned, release what its unpaid transfers hold: they would hold it for days.
import type { Policy } from './policy.ts'

export const whenUserBannedEndTransfers: Policy<'UserBanned'> = {
  on: 'UserBanned',
  jobs: ({ data: { userId } }) => [{ name: 'end-transfers', data: { userId } }],
}
