import type { Logger } from '../../base/log.ts';
import type { Config } from '../../config/config.ts';
import { upstreamsOf } from '../../config/gateway-config.ts';
import { createGateway } from '../../gateway/create-gateway.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { createRedactor } from '../../store/session/redact.ts';

/** The model gateway of coding agents as it is configured; `brain`: the model that the Brain's endpoint thinks with. */
export function gatewayOf({ settings, models, secrets }: Config, brain: string, log: Logger): Gateway {
	return createGateway({
		upstreams: upstreamsOf(settings, models, brain),
		logging: settings.GATEWAY_LOG,
		log: log.child({ part: 'gateway' }),
		redact: createRedactor(secrets),
	});
}
