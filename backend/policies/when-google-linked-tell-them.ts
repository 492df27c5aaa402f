// When an account that was there can be entered by Google from now on, tell its person, who may not have done it.
import type { Policy } from './policy.ts'

export const whenGoogleLinkedTellThem: Policy<'GoogleLinked'> = {
  on: 'GoogleLinked',
  // An account that was made by Google is welcomed instead: it was linked by the command that registered it.
  jobs: ({ data: { userId }, meta, position }) =>
    meta.cause === 'LinkGoogle'
      ? [{ name: 'send-account-mail', data: { mail: 'google-linked', userId, position } }]
      : [],
}
