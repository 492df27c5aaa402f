// When Google is linked to an existing account, tell its person, who may not have done it.
import type { Policy } from './policy.ts'

export const whenGoogleLinkedTellThem: Policy<'GoogleLinked'> = {
  on: 'GoogleLinked',
  // An account created by Google gets a welcome instead: its registration linked it.
  jobs: ({ data: { userId }, meta, position }) =>
    meta.cause === 'LinkGoogle'
      ? [{ name: 'send-account-mail', data: { mail: 'google-linked', userId, position } }]
      : [],
}
