// The sections of the control panel, in the order of their tabs. Each is loaded when it is opened; `tab` is its name in the address.
import { type ComponentType, type LazyExoticComponent, lazy } from 'react'

export type Section = { tab: string; title: string; Section: LazyExoticComponent<ComponentType> }

export const sections: readonly [Section, ...Section[]] = [
  { tab: 'productos', title: 'Productos', Section: lazy(() => import('./products-section.tsx')) },
  { tab: 'clientes', title: 'Clientes', Section: lazy(() => import('./users-section.tsx')) },
  { tab: 'resenas', title: 'Reseñas', Section: lazy(() => import('./reviews-section.tsx')) },
  { tab: 'ordenes', title: 'Órdenes de compra', Section: lazy(() => import('./orders-section.tsx')) },
  { tab: 'auditoria', title: 'Auditoría', Section: lazy(() => import('./audit-section.tsx')) },
  { tab: 'operaciones', title: 'Operaciones', Section: lazy(() => import('./operations-section.tsx')) },
]
