import type { Room } from '#scripts/architecture/rooms.ts'

/** The backend's only values that the browser may import. */
const limits = '*.limits.ts'
/** The list of fields that the forms and tables of the panel follow; plain like limits, but it reads what people type. */
const productFields = 'backend/domain/product/product-fields.ts'

export const frontendRooms: readonly Room[] = [
  {
    room: 'frontend/ui/',
    holds: 'primitives that know no shop, but the sizes of its pictures, its clock and the words of its refusals',
    may: ['backend/domain/product/gallery.limits.ts', 'backend/domain/time-zone.limits.ts', 'frontend/api-error.ts'],
    packages: ['react', 'react-dom', '@tanstack/react-router', 'radix-ui', 'lucide-react', 'sonner'],
  },
  {
    room: 'frontend/live/',
    holds: 'what the shop tells while the page is open, for all tabs by one connection',
    may: ['frontend/ui/', 'frontend/*'],
    packages: ['react', '@tanstack/react-query'],
  },
  {
    room: 'frontend/features/',
    holds: 'what a screen is made of, a folder a noun; features do not know each other',
    may: ['frontend/ui/', 'frontend/live/', 'frontend/*', limits, productFields],
    packages: [
      ...['react', '@tanstack/react-router', '@tanstack/react-query', 'radix-ui', 'lucide-react'],
      ...['@mercadopago/sdk-react', '@visx/pattern', '@visx/scale', '@visx/shape'],
    ],
  },
  {
    room: 'frontend/layout/',
    holds: 'what stands around a screen: page, top bar, footer, frames',
    may: ['frontend/ui/', 'frontend/features/', 'frontend/*', limits],
    packages: ['react', '@tanstack/react-router', '@tanstack/react-query', 'radix-ui', 'lucide-react'],
  },
  {
    room: 'frontend/screens/',
    holds: 'a file a screen, by noun',
    may: ['frontend/ui/', 'frontend/live/', 'frontend/features/', 'frontend/layout/', 'frontend/*', limits],
    packages: ['react', '@tanstack/react-router', '@tanstack/react-query', 'lucide-react'],
  },
  {
    room: 'frontend/worker/',
    holds: 'the service worker: what is there without a connection ([022](decisions/022-live-and-offline.md))',
    may: [],
    packages: [],
  },
  {
    room: 'frontend/arrival/',
    holds: 'how a rendered page is hydrated: its tree, its answers, and the events from before',
    may: ['frontend/*'],
    packages: ['react', '@tanstack/react-router', '@tanstack/react-query'],
  },
  {
    room: 'frontend/server/',
    holds:
      'the pages as the shop renders them, built into one file that it loads ([021](decisions/021-rendered-pages.md))',
    may: ['frontend/arrival/', 'frontend/*', limits],
    mayTypes: ['backend/http/'],
    packages: ['react', 'react-dom', '@tanstack/react-router', '@tanstack/react-query', 'node:'],
  },
  {
    room: 'frontend/*',
    holds: 'every screen with its address, the typed client, the session',
    may: [
      ...['frontend/ui/', 'frontend/live/', 'frontend/features/', 'frontend/layout/', 'frontend/screens/'],
      ...['frontend/worker/', 'frontend/arrival/', limits],
    ],
    mayTypes: ['backend/http/', '*.contract.ts'],
    packages: ['react', 'react-dom', '@tanstack/react-router', '@tanstack/react-query', 'hono'],
  },
]
