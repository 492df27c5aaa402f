// For tests that read pages or pictures: they are built if their sources changed.
export { ensureFrontend } from '#scripts/build-frontend.ts'
