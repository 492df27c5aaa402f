// When an account was erased, destroy what is left of the person, should the erasing process not have come that far.
import type { Policy } from './policy.ts'

export const whenUserErasedForgetThem: Policy<'UserErased'> = {
  on: 'UserErased',
  jobs: ({ data }) => [{ name: 'forget-person', data: { userId: data.userId } }],
}
