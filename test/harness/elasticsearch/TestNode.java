import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.elasticsearch.bootstrap.BootstrapInfo;
import org.elasticsearch.common.logging.LogConfigurator;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.env.Environment;
import org.elasticsearch.node.InternalSettingsPreparer;
import org.elasticsearch.node.Node;
import org.elasticsearch.plugins.PluginsLoader;

/** One Elasticsearch node out of its published libraries. Arguments: the home folder, then settings as name=value. */
public class TestNode {
    public static void main(String[] arguments) throws Exception {
        Path home = Path.of(arguments[0]);
        Map<String, String> settings = new HashMap<>(Map.of("path.home", home.toString()));
        for (int at = 1; at < arguments.length; at++) {
            String[] pair = arguments[at].split("=", 2);
            settings.put(pair[0], pair[1]);
        }
        LogConfigurator.configureESLogging();
        BootstrapInfo.init();
        Environment environment =
            InternalSettingsPreparer.prepareEnvironment(Settings.EMPTY, settings, home.resolve("config"), () -> "test");
        LogConfigurator.setNodeName("test");
        LogConfigurator.setClusterName("ringdown-test");
        LogConfigurator.configure(environment, true);
        Node node = new Node(environment, PluginsLoader.createPluginsLoader(
            PluginsLoader.loadModulesBundles(environment.modulesDir()),
            PluginsLoader.loadPluginsBundles(environment.pluginsDir()),
            Map.of()));
        node.start();
        Thread.currentThread().join();
    }
}
