// When an account was made, welcome its person. The demo's people were there before there was a shop to write mails.
import { isOfDemo, type Policy } from './policy.ts'

export const whenUserRegisteredWelcomeThem: Policy<'UserRegistered'> = {
  on: 'UserRegistered',
  jobs: ({ data: { userId }, meta, position }) =>
    isOfDemo(meta) ? [] : [{ name: 'send-account-mail', data: { mail: 'welcome', userId, position } }],
}
