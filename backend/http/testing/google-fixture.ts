// For tests of signing in by Google: a shop whose provider says what the test chooses, and the way through it without a browser.
import {
  goodClaims,
  mint,
  type ProviderUnderTest,
  startProviderUnderTest,
} from '#backend/gateways/sign-in/testing/provider-under-test.ts'
import { openShop, type Shop } from '#backend/testing/shop-fixture.ts'
import type { Client } from '#scripts/testing/client.ts'
import { startedTest as databaseTest } from '#scripts/testing/database.ts'

let people = 0

/** A person of the provider's whom no other test knows. */
export function newPerson(changes: Record<string, unknown> = {}) {
  const n = ++people
  return {
    sub: `sub-${n}`,
    email: `google${n}@gmail.test`,
    email_verified: true,
    name: `Persona Número ${n}`,
    ...changes,
  }
}
export type GooglePerson = ReturnType<typeof newPerson>

/** Begins in this browser; returns what the provider was told. */
export async function begin(client: Client, redirect?: string) {
  const answer = await client.post('/api/auth/google/start', redirect === undefined ? {} : { redirect })
  if (answer.status !== 200) throw new Error(`start answered ${answer.status} ${JSON.stringify(answer.body)}`)
  const state = new URL(answer.body.url).searchParams.get('state') ?? ''
  return { state, nonce: answer.body.nonce as string, url: answer.body.url as string }
}

/** The provider hands out this person's token for the next code. */
export async function hand(provider: ProviderUnderTest, nonce: string, person: Record<string, unknown>): Promise<void> {
  const id_token = await mint(goodClaims(provider.url, nonce, person), provider.key)
  provider.answers.set('/token', { body: { id_token } })
}

/** The whole way: out, chosen at the provider, back. Returns the shop's answer. */
export async function signInBy(provider: ProviderUnderTest, client: Client, person: Record<string, unknown>) {
  const { state, nonce } = await begin(client)
  await hand(provider, nonce, person)
  return await client.post('/api/auth/google/finish', { code: 'a code', state })
}

let clockAhead = 0
/** Moves the shop's clock, in minutes; the provider's stays. */
export const passMinutes = (minutes: number) => {
  clockAhead += minutes * 60_000
}

/** vitest's test with a `provider` and a `shop` that signs in by it, for the tests of a file. */
export const test = databaseTest
  .extend('provider', { scope: 'file' }, async ({}, { onCleanup }) => {
    const provider = await startProviderUnderTest()
    onCleanup(() => provider.stop())
    return provider
  })
  .extend('shop', { scope: 'file' }, async ({ databaseUrl, provider }, { onCleanup }): Promise<Shop> => {
    const now = () => new Date(Date.now() + clockAhead)
    const shop = await openShop(databaseUrl, { signIn: provider.settings, now })
    onCleanup(() => shop.stop())
    return shop
  })
