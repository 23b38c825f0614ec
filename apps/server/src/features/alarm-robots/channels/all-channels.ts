import type { RobotChannelName } from '@tanker/domain/alarms/notice'
import { dingtalk } from './dingtalk.ts'
import type { RobotChannel } from './robot-channel.ts'
import { wecom } from './wecom.ts'

/** Every kind of robot, one line each. */
export const ROBOT_CHANNEL_LIST: Readonly<Record<RobotChannelName, RobotChannel>> = { dingtalk, wecom }
