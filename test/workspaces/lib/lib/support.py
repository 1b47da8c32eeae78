"""Says of a function on which devices it may be called."""

import functools

import torch


def supported_compute_capability(capabilities):
    def wrap(function):
        @functools.wraps(function)
        def checked(*args, **kwargs):
            major, minor = torch.cuda.get_device_capability()
            if major * 10 + minor not in capabilities:
                raise RuntimeError(f"{function.__name__} does not run on {major}.{minor}")
            return function(*args, **kwargs)

        return checked

    return wrap
