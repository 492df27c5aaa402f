// When an account was created, welcome its person. Skips demo history, which predates the shop.
import { isOfDemo, type Policy } from './policy.ts'

export const whenUserRegisteredWelcomeThem: Policy<'UserRegistered'> = {
  on: 'UserRegistered',
  jobs: ({ data: { userId }, meta, position }) =>
    isOfDemo(meta) ? [] : [{ name: 'send-account-mail', data: { mail: 'welcome', userId, position } }],
}
