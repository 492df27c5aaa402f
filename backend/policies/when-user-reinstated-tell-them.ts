// When a suspension was taken back, tell the person.
import type { Policy } from './policy.ts'

export const whenUserReinstatedTellThem: Policy<'UserReinstated'> = {
  on: 'UserReinstated',
  jobs: ({ data: { userId }, meta, position }) =>
    meta.actor === 'demo' ? [] : [{ name: 'send-account-mail', data: { mail: 'reinstatement', userId, position } }],
}
