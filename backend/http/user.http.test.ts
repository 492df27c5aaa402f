// Registering, signing in and out over HTTP.
import { describe, expect } from 'vitest'
import { signedIn, test } from '#backend/shop-fixture.ts'

const person = { name: 'Ana María Ñandú', email: 'ana@gamertech.test', password: 'Clave-segura-1', isActive: true }

describe('accounts', () => {
  test('[API-25] registering answers the user, a message, the login time and a session cookie', async ({ shop }) => {
    const client = shop.client()
    const answer = await client.post('/api/users/new', person)
    expect(answer.status).toBe(201)
    expect(answer.body).toMatchObject({
      user: { name: person.name, email: person.email, isActive: true, isAdmin: false },
      msg: expect.any(String),
    })
    expect(Math.abs(Date.parse(answer.body.marcaTiempoLogin) - Date.now())).toBeLessThan(5000)
    expect(client.jar.get('sid')).toMatch(/^[\w-]{43}$/)
    const session = await client.get('/api/session')
    expect(session.body.user).toEqual(answer.body.user)
  })

  test('[API-26] an e-mail in use, roles asked for and wrong fields are refused', async ({ shop }) => {
    const client = shop.client()
    await client.post('/api/users/new', { ...person, email: 'dos@gamertech.test' })
    const again = await client.post('/api/users/new', { ...person, email: 'DOS@gamertech.test' })
    expect(again).toMatchObject({ status: 409, body: { code: 'email_in_use' } })
    expect(await client.post('/api/users/new', { ...person, email: 'x@y', isAdmin: true })).toMatchObject({
      status: 403,
    })
    expect(await client.post('/api/users/new', { ...person, email: 'x@y', isActive: false })).toMatchObject({
      status: 403,
    })
    const wrong = await client.post('/api/users/new', { name: 'Ana3', email: '', password: '' })
    expect(wrong.status).toBe(400)
    expect(wrong.body.errors.map((error: { field: string }) => error.field).sort()).toEqual([
      'email',
      'name',
      'password',
    ])
  })

  test('[API-27] [API-28] the right password signs in; a wrong one and an unknown e-mail get the same 401', async ({
    shop,
  }) => {
    const known = await signedIn(shop)
    const client = shop.client()
    const right = await client.post('/api/users/verifyuser', { email: known.email, password: 'Clave-segura-1' })
    expect(right).toMatchObject({ status: 200, body: { user: { id: known.id } } })
    const wrong = await client.post('/api/users/verifyuser', { email: known.email, password: 'otra' })
    const unknown = await client.post('/api/users/verifyuser', { email: 'nadie@gamertech.test', password: 'otra' })
    expect(wrong).toMatchObject({
      status: 401,
      body: { code: 'wrong_credentials', detail: 'Correo o contraseña incorrecto' },
    })
    expect(unknown.body).toEqual(wrong.body)
    expect(await client.post('/api/users/verifyuser', { email: '', password: '' })).toMatchObject({ status: 400 })
  })
})
