echo '$network_config' > /etc/os-net-config/config.json
