// `npm start`: refuses a bad configuration at once; then runs the whole shop until told to end.
import { configFromEnvironment } from '#backend/config/config.ts'
import { checkPort } from '#scripts/start/check-port.mjs'
import { live } from '#scripts/start/stop-order.ts'

const withPages = !process.argv.includes('--without-pages')

await live(async (parts, signal) => {
  const config = configFromEnvironment()
  await checkPort(config.host, config.port)
  // Imported late, so that a refusal doesn't wait for loading the shop.
  const { startWholeShop } = await import('#scripts/start/whole-shop.ts')
  await startWholeShop(config, { parts, signal, withPages })
})
