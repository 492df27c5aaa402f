// The profile in a real browser.
import { expect, test } from '#frontend/testing/browser-test.ts'
import { toastsOf } from '#frontend/testing/toasts.ts'

test('[ROLE-03] /perfil by its address asks a visitor to sign in and shows no profile', async ({ page }) => {
  await page.goto('/perfil')
  await expect.poll(() => toastsOf(page)).toContain('¡Primero debes iniciar sesión!')
  await expect(page).toHaveURL('/login?redirect=%2Fperfil')
  await expect(page.getByText('Informacion del usuario')).toBeHidden()
})
