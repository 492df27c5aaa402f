// The panel's sections in tab order, each loaded when opened. `tab`: its name in the address; `needs`: the required
// permission; null: the section itself filters by role.
import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import type { Permission } from '#backend/domain/user/roles.limits.ts'

export type Section = {
  tab: string
  title: string
  needs: Permission | null
  Section: LazyExoticComponent<ComponentType>
}

export const sections: readonly Section[] = [
  { tab: 'inicio', title: 'Inicio', needs: null, Section: lazy(() => import('./home-section.tsx')) },
  {
    tab: 'productos',
    title: 'Productos',
    needs: 'catalogue:read',
    Section: lazy(() => import('./products-section.tsx')),
  },
  { tab: 'clientes', title: 'Clientes', needs: 'accounts:read', Section: lazy(() => import('./users-section.tsx')) },
  { tab: 'resenas', title: 'Reseñas', needs: 'reviews:read', Section: lazy(() => import('./reviews-section.tsx')) },
  {
    tab: 'ordenes',
    title: 'Órdenes de compra',
    needs: 'orders:read',
    Section: lazy(() => import('./orders-section.tsx')),
  },
  { tab: 'auditoria', title: 'Auditoría', needs: 'audit:read', Section: lazy(() => import('./audit-section.tsx')) },
  {
    tab: 'operaciones',
    title: 'Operaciones',
    needs: 'operations:read',
    Section: lazy(() => import('./operations-section.tsx')),
  },
]
