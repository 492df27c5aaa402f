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

const section = (tab: string, title: string, needs: Permission | null, load: Parameters<typeof lazy>[0]): Section => ({
  ...{ tab, title, needs },
  Section: lazy(load),
})

export const sections: readonly Section[] = [
  section('inicio', 'Inicio', null, () => import('./home-section.tsx')),
  section('productos', 'Productos', 'catalogue:read', () => import('./products-section.tsx')),
  section('clientes', 'Clientes', 'accounts:read', () => import('./users-section.tsx')),
  section('resenas', 'Reseñas', 'reviews:read', () => import('./reviews-section.tsx')),
  section('ordenes', 'Órdenes de compra', 'orders:read', () => import('./orders-section.tsx')),
  section('auditoria', 'Auditoría', 'audit:read', () => import('./audit-section.tsx')),
  section('ajustes', 'Ajustes', 'settings:read', () => import('./settings-section.tsx')),
  section('operaciones', 'Operaciones', 'operations:read', () => import('./operations-section.tsx')),
]
