// When an account was suspended, tell its person.
import type { Policy } from './policy.ts'

export const whenUserBannedTellThem: Policy<'UserBanned'> = {
  on: 'UserBanned',
  jobs: ({ data: { userId }, meta, position }) =>
    meta.actor === 'demo' ? [] : [{ name: 'send-account-mail', data: { mail: 'suspension', userId, position } }],
}
