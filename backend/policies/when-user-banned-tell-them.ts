// When an account was suspended, tell its person.
import { isOfDemo, type Policy } from './policy.ts'

export const whenUserBannedTellThem: Policy<'UserBanned'> = {
  on: 'UserBanned',
  jobs: ({ data: { userId }, meta, position }) =>
    isOfDemo(meta) ? [] : [{ name: 'send-account-mail', data: { mail: 'suspension', userId, position } }],
}
