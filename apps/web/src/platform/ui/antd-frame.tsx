import ConfigProvider from 'antd/es/config-provider'
import enUS from 'antd/es/locale/en_US'
import zhCN from 'antd/es/locale/zh_CN'
import darkAlgorithm from 'antd/es/theme/themes/dark'
import defaultAlgorithm from 'antd/es/theme/themes/default'
import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn'
import type { ReactNode } from 'react'
import { language } from '../language.ts'
import { paletteOf, useTheme } from './theme.ts'
import { FONT } from './tokens.ts'

dayjs.locale(language === 'zh' ? 'zh-cn' : 'en')

/** What the server allows styles of this page with; antd writes its own while it runs. */
const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? ''

/** antd in our tokens, language and density; around screens that use its fields. */
export const AntdFrame = ({ children }: { children: ReactNode }) => {
  const theme = useTheme()
  const palette = paletteOf(theme)
  return (
    <ConfigProvider
      csp={{ nonce }}
      getPopupContainer={() => document.getElementById('main') ?? document.body}
      locale={language === 'zh' ? zhCN : enUS}
      theme={{
        algorithm: theme === 'dark' ? darkAlgorithm : defaultAlgorithm,
        token: {
          colorPrimary: palette.action,
          colorInfo: palette.info,
          colorError: palette.alarm,
          colorBgContainer: palette.surface,
          colorBgElevated: palette.raised,
          colorBorder: palette.line,
          colorText: palette.ink,
          colorTextPlaceholder: palette.muted,
          colorTextDisabled: palette.muted,
          colorTextLightSolid: palette.onAction,
          controlItemBgActive: palette.hover,
          fontFamily: FONT,
          fontSize: 13,
          controlHeight: 30,
          borderRadius: 6,
          motion: false,
        },
      }}
    >
      {children}
    </ConfigProvider>
  )
}
