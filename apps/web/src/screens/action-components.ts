import type { ActionComponents, LoadedAction } from '../report/actions.ts'
import { openRowPage } from './row-pages.ts'

const baseData = (pick: (actions: typeof import('../base-data/entity-actions.tsx')) => LoadedAction) => (): Promise<LoadedAction> =>
  import('../base-data/entity-actions.tsx').then(pick)

const detail = (): Promise<LoadedAction> => import('../report/row-drawer.tsx').then(({ RowDrawer: Dialog }) => ({ Dialog }))
const handle = (): Promise<LoadedAction> => import('../features/alarms/handle-dialog.tsx').then(({ HandleDialog: Dialog }) => ({ Dialog }))
const decide = (): Promise<LoadedAction> => import('../features/fences/decide-dialog.tsx').then(({ DecideDialog: Dialog }) => ({ Dialog }))
const correct = (): Promise<LoadedAction> =>
  import('../features/fences/correct-dialog.tsx').then(({ CorrectDialog: Dialog }) => ({ Dialog }))
const upgrade = (): Promise<LoadedAction> =>
  import('../features/firmware/upgrade-dialog.tsx').then(({ UpgradeDialog: Dialog }) => ({ Dialog }))
const confirmUpgrade = (): Promise<LoadedAction> =>
  import('../features/firmware/confirm-upgrade-dialog.tsx').then(({ ConfirmUpgradeDialog: Dialog }) => ({ Dialog }))

/** What each action opens or does, loaded when it is first used; an action without an entry does not compile. */
export const ACTION_COMPONENTS: ActionComponents = {
  'open-detail': detail,
  'open-curve': detail,
  'handle-alarm': handle,
  'change-verdict': () => import('../features/alarms/change-verdict-dialog.tsx').then(({ ChangeVerdictDialog: Dialog }) => ({ Dialog })),
  'sign-handover': () => import('../features/handovers/sign-dialog.tsx').then(({ SignDialog: Dialog }) => ({ Dialog })),
  'resend-message': () => import('../features/text-messages/resend-dialog.tsx').then(({ ResendDialog: Dialog }) => ({ Dialog })),
  'top-up': () => import('../features/text-messages/top-up-dialog.tsx').then(({ TopUpDialog: Dialog }) => ({ Dialog })),
  'decide-fence': decide,
  'view-fence-change': decide,
  'correct-fence': correct,
  'correct-fence-of-alarm': correct,
  'new-test': () => import('../features/device-tests/new-test-dialog.tsx').then(({ NewTestDialog: Dialog }) => ({ Dialog })),
  'continue-test': async () => ({ run: openRowPage() }),
  'cancel-test': () => import('../features/device-tests/cancel-test-action.tsx').then(({ CancelTestAction: Dialog }) => ({ Dialog })),
  'show-test': async () => ({ run: openRowPage() }),
  'print-test': async () => ({ run: openRowPage({ print: '1' }) }),
  'show-gauge': async () => ({ run: openRowPage() }),
  'new-upgrade': upgrade,
  'force-downgrade': upgrade,
  'retry-upgrade': confirmUpgrade,
  'abort-upgrade': confirmUpgrade,
  'add-firmware': () => import('../features/firmware/add-firmware-dialog.tsx').then(({ AddFirmwareDialog: Dialog }) => ({ Dialog })),
  'save-firmware': () => import('../features/firmware/save-firmware.ts').then(({ saveFirmware: run }) => ({ run })),
  'remove-firmware': confirmUpgrade,
  'add-row': baseData(({ AddRow: Dialog }) => ({ Dialog })),
  'import-rows': baseData(({ ImportRows: Dialog }) => ({ Dialog })),
  'save-template': baseData(({ saveTemplate: run }) => ({ run })),
  'move-rows': baseData(({ MoveRows: Dialog }) => ({ Dialog })),
  'edit-row': baseData(({ EditRow: Dialog }) => ({ Dialog })),
  'enable-row': baseData(({ switchStatus: run }) => ({ run })),
  'disable-row': baseData(({ switchStatus: run }) => ({ run })),
  'row-history': baseData(({ RowHistory: Dialog }) => ({ Dialog })),
  'delete-row': baseData(({ DeleteRow: Dialog }) => ({ Dialog })),
  'add-user': () => import('../features/rights/new-user-form.tsx').then(({ NewUserForm: Dialog }) => ({ Dialog })),
  'reset-password': () => import('../features/rights/reset-password-dialog.tsx').then(({ ResetPasswordDialog: Dialog }) => ({ Dialog })),
  'reset-second-factor': () => import('../features/rights/second-factor-dialog.tsx').then(({ SecondFactorDialog: Dialog }) => ({ Dialog })),
  'user-sessions': () => import('../features/rights/sessions-dialog.tsx').then(({ SessionsDialog: Dialog }) => ({ Dialog })),
  'integration-keys': () => import('../features/rights/keys-dialog.tsx').then(({ KeysDialog: Dialog }) => ({ Dialog })),
  'role-permissions': () => import('../features/rights/role-permissions-link.tsx').then(({ RolePermissionsLink: Dialog }) => ({ Dialog })),
  'copy-role': () => import('../features/rights/copy-role-dialog.tsx').then(({ CopyRoleDialog: Dialog }) => ({ Dialog })),
  'tank-table-curve': () => import('../features/tank-tables/tank-table-dialogs.tsx').then(({ TankTableCurve: Dialog }) => ({ Dialog })),
  'send-tank-table': () => import('../features/tank-tables/tank-table-dialogs.tsx').then(({ SendDialog: Dialog }) => ({ Dialog })),
  'station-tank-curve': () => import('../features/tank-tables/tank-table-dialogs.tsx').then(({ StationTankCurve: Dialog }) => ({ Dialog })),
  'truck-terminal': () => import('../features/trucks/terminal-dialog.tsx').then(({ TerminalDialog: Dialog }) => ({ Dialog })),
  'open-card-site': () => import('../features/cards/card-site-dialog.tsx').then(({ CardSiteDialog: Dialog }) => ({ Dialog })),
}
