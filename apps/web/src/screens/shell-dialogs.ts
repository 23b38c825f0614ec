/** Dialogs of features that the shell opens on every screen. Loaded with it, so that they open while the network is away. */
export { OwnSignInsDialog } from '../features/rights/own-sign-ins-dialog.tsx'
