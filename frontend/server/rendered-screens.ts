// Screens rendered on the server: public and the same for everybody. Imports nothing, since the build needs it.

/** Files by the router's path. A test compares them with the router. */
export const renderedScreens: Readonly<Record<string, string>> = {
  '/': 'screens/pages/landing.tsx',
  '/home': 'screens/catalogue/home.tsx',
  '/product/$id': 'screens/catalogue/product.tsx',
  '/about': 'screens/pages/about.tsx',
  '/contact': 'screens/pages/contact.tsx',
  '/preguntas-frecuentes': 'screens/pages/faq.tsx',
  '/privacy': 'screens/pages/privacy.tsx',
  '/terms': 'screens/pages/terms.tsx',
}
