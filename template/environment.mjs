import { definePlugin } from 'backchannel-rl/env'
import { audit, teaching } from './audit.mjs'
import { data, environment } from './world.mjs'

export default definePlugin({ environment, data, audit, teaching })
