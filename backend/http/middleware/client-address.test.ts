import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { clientNetwork, networkOf } from './client-address.ts'

const networks: [address: string, network: string][] = [
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002:ffff::', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['local', 'local'],
]
test.for(networks)('%s is of the network %s', ([address, network]) => expect(networkOf(address)).toBe(network))

const told: [trusted: number, header: string | undefined, network: string][] = [
  [0, '198.51.100.1', 'local'],
  [1, undefined, 'local'],
  [1, '198.51.100.1', '198.51.100.1'],
  [1, '6.6.6.6, 198.51.100.1', '198.51.100.1'],
  [2, '6.6.6.6, 198.51.100.1, 10.0.0.1', '198.51.100.1'],
  [2, '198.51.100.1', 'local'],
  [1, 'yo mismo', 'local'],
  [1, '2001:db8:1:2:3::9', '2001:db8:1:2::/64'],
  [1, '', 'local'],
]
test.for(told)(
  '[T42 partial] with %i trusted proxies the header %s is the network %s',
  async ([trusted, header, network]) => {
    const app = new Hono().get('/', (c) => c.text(clientNetwork(c, trusted)))
    const answer = await app.request('/', { headers: header === undefined ? {} : { 'x-forwarded-for': header } })
    expect(await answer.text()).toBe(network)
  },
)
