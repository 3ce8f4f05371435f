"""Networks that look as if they had been trained, for tests that must not train one."""

import pytest

torch = pytest.importorskip("torch")

from torch import nn  # noqa: E402

from kibitz.nets.othello.convolutional import ExpertNet, start_by_fan_in  # noqa: E402


def shaken(spec):
    """A network whose normalisation has statistics and whose output is not zero, as after training."""
    torch.manual_seed(3)
    net = ExpertNet(spec)
    start_by_fan_in(net)
    nn.init.normal_(net.output.weight)
    for module in net.modules():
        if isinstance(module, nn.BatchNorm2d):
            nn.init.uniform_(module.weight, 0.5, 1.5)
            nn.init.normal_(module.bias)
            module.running_mean.normal_()
            module.running_var.uniform_(0.5, 2.0)
    return net.eval()
