// When a suspension was lifted, tell the person.
import { isOfDemo, type Policy } from './policy.ts'

export const whenUserReinstatedTellThem: Policy<'UserReinstated'> = {
  on: 'UserReinstated',
  jobs: ({ data: { userId }, meta, position }) =>
    isOfDemo(meta) ? [] : [{ name: 'send-account-mail', data: { mail: 'reinstatement', userId, position } }],
}
