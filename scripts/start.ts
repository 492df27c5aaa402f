// `npm start`: what can be refused is refused at once; then the whole shop starts, and lives until it is told to end.
import { configFromEnvironment } from '#backend/config/config.ts'
import { checkPort } from '#scripts/start/check-port.mjs'
import { live } from '#scripts/start/stop-order.ts'

const withPages = !process.argv.includes('--without-pages')

await live(async (parts, signal) => {
  const config = configFromEnvironment()
  await checkPort(config.host, config.port)
  // Not imported above: whoever is refused need not wait for the whole shop to be read.
  const { startWholeShop } = await import('#scripts/start/whole-shop.ts')
  await startWholeShop(config, { parts, signal, withPages })
})
