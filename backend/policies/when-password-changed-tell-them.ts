// When a password was changed, tell its person, who may not have done it.
import type { Policy } from './policy.ts'

export const whenPasswordChangedTellThem: Policy<'PasswordChanged'> = {
  on: 'PasswordChanged',
  jobs: ({ data: { userId }, position }) => [
    { name: 'send-account-mail', data: { mail: 'password-changed', userId, position } },
  ],
}
